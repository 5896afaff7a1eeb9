/** Tells what the page's own Content-Security-Policy has blocked: a script that does not run for that says nothing else. */
export function reportPolicy(report: (message: string) => void): void {
  window.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    if (disposition !== 'enforce') return;
    report(
      `Preview Error: the page’s own Content-Security-Policy (${effectiveDirective}) blocked ${blockedURI}`,
    );
  });
}
