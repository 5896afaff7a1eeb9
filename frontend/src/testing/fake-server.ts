import { defaultFrameworkConfig } from '@studio/contract/http/frameworks';
import type { Project, ProjectInput } from '@studio/contract/http/projects';

/** A fake of the studio's server: the routes of projects that saving needs, in memory. */
export interface FakeServer {
  projects: Map<string, Project>;
  /** All stored texts, by project and version. */
  history: Map<string, Project>;
  requests: FakeRequest[];
  /** The requests that store data. */
  saves(): FakeRequest[];
  /** Adds a project as if saved by its owner. */
  add(fields: Partial<Project>): Project;
  /** From now on no project is public that comes out of the trash. */
  refusePublishing(): void;
  /** A save from elsewhere: always accepted, with the next version. */
  saveElsewhere(id: string, change: ProjectInput): Project;
  handle(request: FakeRequest): FakeResponse;
}

interface FakeRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: ProjectInput;
  keepalive: boolean;
}

export interface FakeResponse {
  status: number;
  body?: unknown;
}

const fields = [
  'title',
  'html',
  'css',
  'js',
  'description',
  'tags',
  'frameworkConfig',
  'isPublic',
  'isEmbeddable',
] as const;

export function createFakeServer(userOf: (token: string) => string | null, now: () => number): FakeServer {
  const projects = new Map<string, Project>();
  const history = new Map<string, Project>();
  const keys = new Map<string, { id: string; asked: string }>();
  const trash = new Map<string, Project>();
  let isPublishing = true;
  const requests: FakeRequest[] = [];
  let made = 0;

  function store(project: Project): Project {
    projects.set(project.id, project);
    history.set(`${project.id}@${project.version}`, project);
    return project;
  }

  function add(given: Partial<Project>): Project {
    made += 1;
    const at = new Date(now()).toISOString();
    return store({
      id: String(made).padStart(16, '0'),
      userId: 'u'.repeat(16),
      username: 'ada',
      title: 'Untitled',
      html: '',
      css: '',
      js: '',
      description: '',
      tags: [],
      isPublic: false,
      isEmbeddable: false,
      frameworkConfig: defaultFrameworkConfig,
      views: 0,
      likes: 0,
      forkCount: 0,
      isLiked: false,
      version: 1,
      forkedFrom: null,
      createdAt: at,
      updatedAt: at,
      ...given,
    });
  }

  function written(input: ProjectInput): Partial<Project> {
    return Object.fromEntries(fields.filter((field) => field in input).map((field) => [field, input[field]]));
  }

  function change(project: Project, input: ProjectInput): Project {
    return store({
      ...project,
      ...written(input),
      version: project.version + 1,
      updatedAt: new Date(now()).toISOString(),
    });
  }

  function error(status: number, code: string, message: string, more: object = {}): FakeResponse {
    return { status, body: { statusCode: status, code, message, detail: message, requestId: 'r', ...more } };
  }

  /** Adds a project, or finds the one that a request with the same key has added. */
  function create({ path, headers, body }: FakeRequest, fields: Partial<Project>): FakeResponse {
    const key = headers['idempotency-key'];
    const former = key === undefined ? undefined : keys.get(key);
    const asked = JSON.stringify([path, body]);
    if (former && former.asked !== asked) return error(422, 'idempotency_mismatch', 'Another request.');
    if (former) {
      const made = projects.get(former.id);
      return made ? { status: 201, body: made } : error(404, 'not_found', 'Not found.');
    }
    const project = add(fields);
    if (key !== undefined) keys.set(key, { id: project.id, asked });
    return { status: 201, body: project };
  }

  function update(project: Project, { headers, body }: FakeRequest): FakeResponse {
    const version = headers['if-match'];
    if (version !== undefined && version !== `"${project.version}"`) {
      return error(409, 'version_conflict', 'Changed elsewhere.', { current: project });
    }
    const isNews = JSON.stringify({ ...project, ...written(body) }) !== JSON.stringify(project);
    return { status: 200, body: isNews ? change(project, body) : project };
  }

  function list(path: string): FakeResponse {
    const search = new URLSearchParams(path.split('?')[1]).get('search') ?? '';
    const data = [...projects.values()].filter(({ isPublic, title }) => isPublic && title.includes(search));
    return { status: 200, body: { data, total: data.length, page: 1, limit: 1, totalPages: 1 } };
  }

  function handle(request: FakeRequest): FakeResponse {
    requests.push(request);
    const { method, path } = request;
    if (path.startsWith('/projects/public')) return list(path);
    const userId = userOf(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (userId === null) return error(401, 'unauthorized', 'Sign in first.');
    if (method === 'POST' && path === '/projects')
      return create(request, { userId, ...written(request.body) });
    const [, , id = '', action = '', rev = ''] = path.split('/');
    const thrown = trash.get(id);
    if (action === 'restore' && thrown?.userId === userId) {
      trash.delete(id);
      const shown = isPublishing ? {} : { isPublic: false, isEmbeddable: false, liveLinks: 0 };
      return { status: 200, body: store({ ...thrown, ...shown }) };
    }
    const project = projects.get(id);
    if (!project || (project.userId !== userId && !project.isPublic))
      return error(404, 'not_found', 'Not found.');
    if (method === 'GET') return { status: 200, body: project };
    if (action === 'like') {
      const isLiked = method === 'PUT';
      const likes = project.likes + Number(isLiked) - Number(project.isLiked);
      store({ ...project, likes, isLiked });
      return { status: 200, body: { likes, isLiked } };
    }
    if (action === 'fork')
      return create(request, { ...written(project), userId, isPublic: false, forkedFrom: id });
    if (project.userId !== userId) return error(403, 'forbidden', 'Not yours.');
    if (method === 'PUT') return update(project, request);
    if (action === 'duplicate') {
      const title = `${project.title} (copy)`;
      return create(request, { ...written(project), userId, isPublic: false, title });
    }
    // Here each save is a revision with the number of its version.
    if (action === 'revisions') {
      const former = history.get(`${id}@${rev}`);
      return former
        ? update(project, { ...request, body: written(former) })
        : error(404, 'not_found', 'Not found.');
    }
    if (action === 'links') {
      store({ ...project, liveLinks: 0 });
      return { status: 204 };
    }
    projects.delete(id);
    trash.set(id, project);
    return { status: 204 };
  }

  return {
    projects,
    history,
    requests,
    saves: () => requests.filter(({ method }) => method === 'PUT' || method === 'POST'),
    add,
    refusePublishing() {
      isPublishing = false;
    },
    handle,
    saveElsewhere(id, input) {
      const project = projects.get(id);
      if (!project) throw new Error(`No project ${id}`);
      return change(project, input);
    },
  };
}
