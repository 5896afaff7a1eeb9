import { useEffect } from 'react';

export const productName = 'CodeStudio';

export const titleWithProduct = (title: string) => `${title} - ${productName}`;

/** The title of the browser's tab while a page is shown; null leaves the product's name. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title;
    return () => {
      document.title = productName;
    };
  }, [title]);
}
