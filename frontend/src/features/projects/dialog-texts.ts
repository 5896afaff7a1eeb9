/** Texts of the dialogs and lists of projects; texts.ts has those that are loaded with the page. */

import { limits } from '@studio/contract/limits';
import { countOf } from '@/lib/count-of.ts';

export const loadProjectsFailed = 'Failed to load projects';
export const browse = 'Browse Public Projects';
export const noPublicProjects = 'No public projects yet';
export const noPublicProjectsText = 'Make one of your projects public to be the first.';
export const report = 'Report';
export const likeFailed = 'Like failed';
export const likeFailedText = 'Failed to like project.';
export const like = 'Like';
export const unlike = 'Unlike';
export const conflict = 'Conflict';
export const conflictText = 'This project was also changed somewhere else. Choose which version to keep.';
export const theirs = 'Theirs';
export const mine = 'Mine';
export const keepMine = 'Keep mine';
export const takeTheirs = 'Take theirs';
export const saveAsCopy = 'Save as copy';
export const details = 'Project details';
export const detailsText = 'Shown in project lists and found by search.';
export const save = 'Save';
export const description = 'Description';
export const none = 'None';
export const emptyValue = 'empty';
export const tags = 'Tags';
export const fewerTags = 'Fewer tags';
export const tagsOfProject = 'Tags of this project';
export const addTag = 'Add a tag';
export const embedCodeCopied = 'Embed code copied';
export const embedCode = 'Embed Code';
export const embedCodeText = 'Paste this code into any web page to show the project there.';
export const embedSnippet = 'Embed snippet';
export const embeddingOff =
  'Embedding is off. Until you enable it, the embed says that the project is not available.';
export const embeddingOffByOwner =
  'Embedding is off. Until the project’s owner enables it, the embed says that the project is not available.';
export const enableEmbedding = 'Enable embedding';
export const forks = 'Forks';
export const discuss = 'Discuss';
export const loadingForks = 'Loading forks...';
export const forksFailed = 'Failed to load forks';
export const noForks = 'No forks';
export const noForksText = 'Public forks of this project are shown here.';
export const moreForks = 'Show more';

export const forksOf = (title: string) => `Forks of ${title}.`;
/** Followed by the title of the project. */
export const forkedFrom = 'Forked from ';

export const openEmbed = 'Open the embed';
export const embedVersion = 'Version';
export const loadingVersions = 'Loading the versions...';
export const alwaysLatest = 'Always the latest';
export const thisVersion = 'This version';
export const publishVersion = 'Publish this version';
export const publishToPin = 'Until you publish this version, the code shows the latest one.';

export const versionsNotLoaded = (reason: string) => `The versions could not be loaded. ${reason}`;
export const versionOf = (moment: string) => `Version of ${moment}`;
export const copy = 'Copy';
export const html = 'HTML';
export const css = 'CSS';
export const js = 'JavaScript';
export const result = 'Result';
export const dark = 'Dark';
export const light = 'Light';
export const system = 'System';
export const width = 'Width';
export const widthRule = 'Pixels like 640, or a percentage like 100%.';
export const height = 'Height';
export const heightRule = 'Pixels from 1 to 9999.';
export const tabs = 'Tabs';
export const tabsRule = 'Without tabs, the embed shows only the result.';
export const theme = 'Theme';
export const runOnClick = 'Run on click';
export const preview = 'Preview';
export const loadingPreview = 'Loading the preview...';
export const previewFailed = 'Failed to load the preview';
export const networkError = 'Network error - please check your connection.';
export const embedPreview = 'Preview of the embed';
export const load = 'Load';
export const projects = 'Projects';
export const noProjectsFound = 'No projects found';
export const tryFewerTags = 'Try another search or fewer tags.';
export const notPublicAnyMore = 'This project is no longer public';
export const loadingProjects = 'Loading projects...';
export const deleteProject = 'Delete project';
export const deleteAction = 'Delete';
export const projectDeleted = 'Project deleted';
export const undo = 'Undo';
export const deletedProjects = 'Deleted projects';
export const searchTrash = 'Search the trash';
export const trashEmpty = 'The trash is empty';
export const trashEmptyText = 'Deleted projects stay here for 30 days.';
export const tryAnotherSearch = 'Try another search.';
export const loadingTrash = 'Loading the trash...';
export const goHome = 'Go to Home';
export const open = 'Open';
export const trash = 'Trash';
export const yourProjects = 'Your Projects';
export const restored = 'Restored';
export const restore = 'Restore';
export const noProjects = 'No projects yet';
export const noProjectsText = 'Projects you save are listed here.';
export const inTrash = 'In the trash';

export const by = (author: string) => `By ${author}`;
export const forkBy = (author: string) => `by ${author}`;
export const tagsRule = (count: number) =>
  `${count} of ${limits.tagCount} tags, up to ${limits.tagLength} characters each. Press Enter or type a comma to add one.`;
export const removeTag = (tag: string) => `Remove tag ${tag}`;

/** Sizes in CSS pixels; `page` is the assumed width of the page around the embed, null if that does not matter. */
export function embedSize(
  size: { width: number; height: number },
  page: number | null,
  scale: number,
): string {
  return [
    `${size.width} × ${size.height}`,
    ...(page === null ? [] : [`on a page ${page} pixels wide`]),
    ...(scale < 1 ? [`shown at ${Math.round(scale * 100)} %`] : []),
  ].join(', ');
}

/** The question before a deletion (specification: Deleting). */
export const deleteQuestion = (title: string) =>
  `Delete ${title}? It stays in the trash for 30 days; after that this action cannot be undone.`;
export const deletedAt = 'Deleted';
export const staysFor = (days: number) => `${countOf(days, 'day')} left`;
export const publicProjectsOf = (author: string) => `Public projects of ${author} are listed here.`;

export const sortRecent = 'Recent';
export const sortPopular = 'Popular';
export const sortViews = 'Views';
export const sortForks = 'Forks';
export const searchProjects = 'Search projects';
export const searchAll = 'Search title, description, tag or author';
export const sortBy = 'Sort by';
export const chosenTags = 'Chosen tags';
export const isPublic = 'Public';
export const isPrivate = 'Private';
export const stop = 'Stop';
export const run = 'Run';
export const sameText = 'Both versions are the same.';
export const differingSources = 'Sources that differ';
export const title = 'Title';
export const packageAdded = 'Added';
export const packageRemoved = 'Removed';
export const packageUpdated = 'Updated';
export const sharedProject = 'Shared project';
export const viewWithoutSignIn = 'View without signing in';

export const previewOf = (title: string) => `Preview of ${title}`;
