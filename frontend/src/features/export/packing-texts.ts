/** Texts of packing a project, loaded with it. */

export const packingTitle = 'Preparing your download';
export const lookingUpPackages = 'Looking up npm packages...';
export const puttingTogether = 'Creating the ZIP file...';
export const packing = 'Download progress';
export const cancel = 'Cancel';
export const downloadFailed = 'Download failed';
export const packageFailed = 'Failed to create download package. Please try again.';
export const noSuchFile = 'the file does not exist or was deleted.';
export const noRoom = 'the package would be too large with it.';
export const tooManyFiles = 'the package would have too many files with it.';
export const noConnection = 'the connection failed.';

export const packagesTitle = 'npm packages in standalone.html';
export const packagesText =
  'Packages in the page make it larger, and it runs without a network. Links load them from public addresses whenever it opens.';
export const containPackages = 'Put them in the page';
export const linkPackages = 'Link public addresses';

export const fetching = (fetched: number, of: number, megabytes: string) =>
  `Downloading files: ${fetched} of ${of}, ${megabytes} MB`;
export const packagesNotContained = (reason: string) =>
  `${packageFailed} ${reason}. You can choose “${linkPackages}” instead.`;
export const answered = (status: number) => `the server answered with an error (${status}).`;
export const stalled = (seconds: number) => `the download stalled for ${seconds} seconds.`;
