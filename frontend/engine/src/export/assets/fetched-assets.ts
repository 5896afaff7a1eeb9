/** The result of fetching the files of a project. */
export interface FetchedAssets {
  /** ASSETS_URL of the studio that the project comes from. */
  assetsUrl: string;
  /** By address. */
  got: ReadonlyMap<string, FetchedAsset>;
  /** Why a file could not be fetched, by its address. */
  missing: ReadonlyMap<string, string>;
}

export interface FetchedAsset {
  bytes: Uint8Array;
  /** Its content type, as the studio serves it. */
  type: string;
}
