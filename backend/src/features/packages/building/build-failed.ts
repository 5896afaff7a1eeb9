/** A package that could not be made into modules. The message says why, in words for whoever imports it. */
export class BuildFailed extends Error {}

/** The studio could not do it this time: another try may succeed. */
export class BuildInterrupted extends BuildFailed {}
