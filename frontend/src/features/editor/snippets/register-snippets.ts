import { languages } from 'monaco-editor/editor';
import { cssSnippets, htmlSnippets, type Snippet, scriptSnippets } from './snippets.ts';

/** Offers the snippets of each language (specification: Editors). */
export function registerSnippets(): void {
  offer(['html'], htmlSnippets);
  offer(['css', 'scss', 'less'], cssSnippets);
  offer(['javascript', 'typescript'], scriptSnippets);
}

/** Offers snippets as completions, above other matches, until the returned function is called. */
export function offer(ids: string[], snippets: readonly Snippet[]): () => void {
  const offered = languages.registerCompletionItemProvider(ids, {
    provideCompletionItems(model, position) {
      const { startColumn, endColumn } = model.getWordUntilPosition(position);
      const range = {
        startLineNumber: position.lineNumber,
        endLineNumber: position.lineNumber,
        startColumn,
        endColumn,
      };
      return {
        suggestions: snippets.map(({ name, text, body }) => ({
          label: name,
          detail: text,
          kind: languages.CompletionItemKind.Snippet,
          insertText: body,
          insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
          sortText: `!${name}`,
          range,
        })),
      };
    },
  });
  return () => offered.dispose();
}
