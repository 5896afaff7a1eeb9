/** The sandbox of the preview (specification: Preview). */
export const previewSandbox = 'allow-scripts allow-same-origin allow-forms';

/** Features for frames of user code, if the surrounding pages may use them; none needs a permission prompt (ADR 26). */
export const framePermissions = 'clipboard-write; fullscreen; gamepad';

/** The accessible name of the frame that shows the project now (specification: Accessibility). */
export const previewTitle = 'Live Preview';

/**
 * The origin of a project's user code, from the template `SANDBOX_URL`. A `detour` above 0 gives another origin, for a
 * new preview while the browser still keeps the process of one that hangs.
 */
export function sandboxOrigin(template: string, projectId: string, detour = 0): string {
  return template.replace('{id}', detour > 0 ? `${projectId}-${detour}` : projectId);
}

/** On a sandbox origin: the page of a stored project, `{id}`, or of a published version, `{id}@{rev}`. */
export const renderedPath = (key: string) => `/rendered/${key}`;

/** On a sandbox origin: the page of a project's card. */
export const cardPath = (id: string) => `/card/${id}`;

/**
 * The lines that are left empty before the runner, and how many it has at most. WebKit gives all scripts of a page the
 * page's name, and counts a written one from its start: a position in these lines is almost surely the runner's.
 */
export const runnerLines = { above: 2_000, count: 20 };
