/** A piece of code offered by its name. `$1` and `${1:text}` are where the caret goes, in turn; `$0` is where it ends. */
export interface Snippet {
  name: string;
  /** What it makes, in a few words. */
  text: string;
  body: string;
}
