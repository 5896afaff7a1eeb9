/** Replaces style sheets, which jest cannot load. */
export default {};
