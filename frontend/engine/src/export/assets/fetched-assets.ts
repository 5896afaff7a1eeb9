/** What fetching the files of a project came to. */
export interface FetchedAssets {
  /** ASSETS_URL of the studio that the project comes from. */
  assetsUrl: string;
  /** By address. */
  got: ReadonlyMap<string, FetchedAsset>;
  /** Why a file could not be had, by its address. */
  missing: ReadonlyMap<string, string>;
}

export interface FetchedAsset {
  bytes: Uint8Array;
  /** Its content type, as the studio serves it. */
  type: string;
}
