import type { Fork } from '@studio/contract/http/forks';
import { ChevronRight } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'wouter';
import { countOf } from '@/lib/count-of.ts';
import { fetchMoreForks, forksIn, useForks, useLiveForks } from '../../api/use-forks.ts';
import type { ListSource } from '../../api/use-project-list.ts';
import * as texts from '../../dialog-texts.ts';
import { addressOf } from '../../model/project-address.ts';

type Forks = ReturnType<typeof useForks>;

interface ForkTreeProps {
  source: ListSource;
  /** The root, which is not shown. */
  project: { id: string; title: string };
  /** The first level. */
  forks: Forks;
  /** A fork is being opened. */
  onOpen: () => void;
}

/** State shared by all parts of a tree. */
interface Tree {
  source: ListSource;
  /** The item that Tab reaches; null: the first. */
  current: string | null;
  onShown: (ids: string[]) => void;
  /** An item is no longer in the tree. */
  onRemoved: (id: string) => void;
  onOpen: () => void;
}

/** The public forks of a project as a tree with arrow keys; each level is loaded when it is expanded. */
export function ForkTree({ source, project, forks, onOpen }: ForkTreeProps) {
  const [current, setCurrent] = useState<string | null>(null);
  const [shown, setShown] = useState<string[]>([project.id]);
  const onShown = useCallback((ids: string[]) => setShown((before) => [...new Set([...before, ...ids])]), []);
  const onRemoved = useCallback((id: string) => setCurrent((now) => (now === id ? null : now)), []);
  useLiveForks(source.socket, shown);
  return (
    <ul
      role="tree"
      aria-label={texts.forks}
      className="min-h-0 overflow-auto"
      onKeyDown={moveByKey}
      onFocus={({ target }) => setCurrent(itemOf(target)?.id ?? null)}
    >
      <Level forks={forks} level={1} tree={{ source, current, onShown, onRemoved, onOpen }} />
    </ul>
  );
}

interface BranchProps {
  projectId: string;
  level: number;
  tree: Tree;
}

/** The forks of a fork, which are loaded when they are shown. */
function Branch({ projectId, level, tree }: BranchProps) {
  return <Level forks={useForks(tree.source.call, projectId)} level={level} tree={tree} />;
}

interface LevelProps {
  forks: Forks;
  level: number;
  tree: Tree;
}

/** The items of one level. */
function Level({ forks, level, tree }: LevelProps) {
  const id = useId();
  const itemId = (fork: Fork) => `${id}-${fork.id}`;
  const pages = forks.data?.pages ?? [];
  const all = forksIn(pages);
  const [first] = pages;
  const ids = all.map((fork) => fork.id).join();
  const { onShown } = tree;
  useEffect(() => {
    if (ids !== '') onShown(ids.split(','));
  }, [ids, onShown]);

  const shown = useRef(all.length);
  const focusNew = useEffectEvent((count: number) => {
    const next = all[shown.current];
    shown.current = count;
    const active = document.activeElement;
    // The note may have been removed along with its focus.
    const isAtNote = active === document.body || itemOf(active)?.id === id;
    if (next && tree.current === id && isAtNote) document.getElementById(itemId(next))?.focus();
  });
  // Forks that are loaded from the focused note take over its focus.
  useLayoutEffect(() => focusNew(all.length), [all.length]);

  const note = !first ? (
    (forks.error?.message ?? texts.loadingForks)
  ) : all.length === 0 ? (
    first.privateForks > 0 ? (
      countOf(first.privateForks, 'private fork')
    ) : (
      texts.noForks
    )
  ) : forks.hasNextPage ? (
    <MoreForks forks={forks} />
  ) : null;
  return (
    <>
      {all.map((fork, index) => (
        <Item
          key={fork.id}
          id={itemId(fork)}
          fork={fork}
          level={level}
          place={index + 1}
          size={first?.total ?? all.length}
          isFirst={level === 1 && index === 0}
          tree={tree}
        />
      ))}
      {note !== null && (
        <Note level={level} id={id} tree={tree}>
          {note}
        </Note>
      )}
    </>
  );
}

/** The button that loads the next forks of a level, with its progress and failure. */
function MoreForks({ forks }: { forks: Forks }) {
  const isLoading = forks.isFetchingNextPage;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <button
        type="button"
        tabIndex={-1}
        aria-disabled={isLoading}
        className="min-h-hit text-accent hover:underline"
        onClick={() => !isLoading && void fetchMoreForks(forks)}
      >
        {isLoading ? texts.loadingForks : texts.moreForks}
      </button>
      {forks.isFetchNextPageError && (
        <span role="alert" className="text-danger text-sm">
          {forks.error?.message}
        </span>
      )}
    </span>
  );
}

/** Returns the item's `tabIndex`. If the item that Tab reaches is removed, Tab reaches the first one. */
function useTabIndex({ current, onRemoved }: Tree, id: string, isFirst: boolean): 0 | -1 {
  useEffect(() => () => onRemoved(id), [id, onRemoved]);
  return current === id || (current === null && isFirst) ? 0 : -1;
}

interface ItemProps {
  id: string;
  fork: Fork;
  level: number;
  place: number;
  size: number;
  isFirst: boolean;
  tree: Tree;
}

function Item({ id, fork, level, place, size, isFirst, tree }: ItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const tabIndex = useTabIndex(tree, id, isFirst);
  const hasForks = fork.forkCount > 0;
  return (
    <li
      role="treeitem"
      id={id}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={size}
      aria-expanded={hasForks ? isOpen : undefined}
      aria-labelledby={`${id}-name`}
      tabIndex={tabIndex}
      className="rounded-md outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-focus"
    >
      <div className="flex min-h-hit items-center gap-1 rounded-md hover:bg-hover">
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          onClick={() => setIsOpen(!isOpen)}
          className={`flex size-hit shrink-0 items-center justify-center ${hasForks ? '' : 'invisible'}`}
        >
          <ChevronRight size={15} className={isOpen ? 'rotate-90' : ''} />
        </button>
        <span id={`${id}-name`} className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1">
          <Link
            href={addressOf({ project: fork })}
            tabIndex={-1}
            dir="auto"
            onClick={tree.onOpen}
            className="min-w-0 truncate font-medium hover:underline"
          >
            {fork.title}
          </Link>
          <span className="text-muted text-sm">{texts.forkBy(fork.username)}</span>
          <span className="whitespace-nowrap text-faint text-sm tabular-nums">
            {countOf(fork.likes, 'like')} · {countOf(fork.views, 'view')} · {countOf(fork.forkCount, 'fork')}
          </span>
        </span>
      </div>
      {isOpen && hasForks && (
        <ul role="group" className="pl-5">
          <Branch projectId={fork.id} level={level + 1} tree={tree} />
        </ul>
      )}
    </li>
  );
}

interface NoteProps {
  id: string;
  level: number;
  tree: Tree;
  children: ReactNode;
}

/** An item that is not a project. */
function Note({ id, level, tree, children }: NoteProps) {
  const tabIndex = useTabIndex(tree, id, false);
  return (
    <li
      role="treeitem"
      id={id}
      aria-level={level}
      tabIndex={tabIndex}
      className="rounded-md outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-focus"
    >
      <div className="flex min-h-hit items-center pl-hit text-muted">{children}</div>
    </li>
  );
}

function itemOf(element: Element | null): HTMLElement | null {
  return element?.closest<HTMLElement>('[role=treeitem]') ?? null;
}

/** The keys of a tree (ARIA Authoring Practices): only items get the focus, not their content. */
function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const item = itemOf(event.target as Element);
  if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const at = items.indexOf(item);
  const isOpen = item.getAttribute('aria-expanded');
  const press = (what: string) => item.querySelector<HTMLElement>(`:scope > div ${what}`)?.click();
  const moves: Record<string, () => void> = {
    ArrowDown: () => items[at + 1]?.focus(),
    ArrowUp: () => items[at - 1]?.focus(),
    Home: () => items[0]?.focus(),
    End: () => items.at(-1)?.focus(),
    ArrowRight() {
      if (isOpen === 'false') press('button');
      else if (isOpen === 'true') items[at + 1]?.focus();
    },
    ArrowLeft() {
      if (isOpen === 'true') press('button');
      else itemOf(item.parentElement)?.focus();
    },
    Enter: () => press(item.querySelector(':scope > div a') ? 'a' : 'button'),
  };
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  move();
}
