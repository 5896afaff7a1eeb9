/** A package could not be built. The message gives the reason and is shown to the user who imports it. */
export class BuildFailed extends Error {}

/** The studio could not do it this time: another try may succeed. */
export class BuildInterrupted extends BuildFailed {}
