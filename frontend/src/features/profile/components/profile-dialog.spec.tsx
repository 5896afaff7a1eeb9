import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { account, createFakeSession, type FakeResponse } from '@/testing/fake-session.ts';
import { Overlays } from '@/ui/overlays.tsx';
import { shownToast } from '@/ui/toast/toast.ts';
import type { AvatarService } from './profile-dialog.tsx';
import ProfileDialog from './profile-dialog.tsx';

const user = userEvent.setup();
const stats = {
  projects: 12,
  publicProjects: 3,
  likesReceived: 1_204,
  views: 5,
  forks: 2,
  storage: { totalUsed: 3_250_586, totalLimit: 1_073_741_824, assetCount: 4 },
};
let responses: Record<string, FakeResponse | null>;
let server: ReturnType<typeof createFakeSession>;

beforeEach(() => {
  window.localStorage.clear();
  window.localStorage.setItem('codestudio_token', 't');
  responses = {
    'GET /auth/me': { status: 200, body: account },
    'GET /users/me/stats': { status: 200, body: stats },
  };
  server = createFakeSession((asked) =>
    asked in responses ? (responses[asked] ?? null) : { status: 404, body: {} },
  );
});
afterEach(() => act(() => shownToast.setState(null, true)));

async function openProfile(
  config: AvatarService = { assetsUrl: 'http://assets.test', avatarUrl: null },
): Promise<HTMLElement> {
  await act(() => server.session.start());
  render(
    <>
      <ProfileDialog source={{ ...server, config }} onClose={() => undefined} />
      <Overlays />
    </>,
  );
  return screen.findByRole('dialog', { name: 'User Profile' });
}

const picture = (dialog: HTMLElement) => dialog.querySelector('img')?.getAttribute('src') ?? null;
const press = (name: string) => user.click(screen.getByRole('button', { name }));

describe('statistics', () => {
  test('show the numbers of the user’s projects, and the storage as in the asset library', async () => {
    const dialog = await openProfile();
    await within(dialog).findByText((1_204).toLocaleString());
    const figures = [...dialog.querySelectorAll('dl > div')].map((figure) => figure.textContent);
    expect(figures).toEqual([
      'Projects12',
      'Public projects3',
      `Likes received${(1_204).toLocaleString()}`,
      'Views5',
      'Forks2',
      'Files4',
    ]);
    within(dialog).getByText('3.1 MB / 1GB (4 files)');
  });

  test('say what went wrong and can be asked for again', async () => {
    responses['GET /users/me/stats'] = null;
    const dialog = await openProfile();
    await within(dialog).findByText('Failed to load statistics');
    within(dialog).getByText('Network error - please check your connection.');
    responses['GET /users/me/stats'] = { status: 200, body: stats };
    await press('Retry');
    await within(dialog).findByText('12');
  });
});

describe('the avatar', () => {
  const styles = 'avataaars|big-smile|bottts|identicon|initials|pixel-art';

  test('is a random one, seen before it is kept', async () => {
    const dialog = await openProfile();
    expect(picture(dialog)).toBeNull();
    await press('Change avatar');
    const first = picture(dialog);
    expect(first).toMatch(new RegExp(`^http://assets\\.test/avatars/(${styles})/[\\w-]{12}\\.svg$`));
    await press('Try another');
    const second = picture(dialog);
    expect(second).not.toBe(first);
    responses['PATCH /auth/me'] = { status: 200, body: { ...account, avatar: second } };
    await press('Keep this avatar');
    await screen.findByText('Avatar updated');
    expect(server.requests.at(-1)).toEqual({ method: 'PATCH', path: '/auth/me', body: { avatar: second } });
    expect(server.session.getState().user?.avatar).toBe(second);
    expect(picture(dialog)).toBe(second);
    expect(document.activeElement?.textContent).toBe('Change avatar');
  });

  test('can be left as it was', async () => {
    const dialog = await openProfile();
    await press('Change avatar');
    await press('Cancel');
    expect(picture(dialog)).toBeNull();
    expect(server.requests.map(({ method }) => method)).not.toContain('PATCH');
  });

  test('that cannot be saved shows an error, and stays selectable', async () => {
    responses['PATCH /auth/me'] = {
      status: 400,
      body: { detail: 'avatar must be an avatar of this studio.' },
    };
    const dialog = await openProfile();
    await press('Change avatar');
    const offered = picture(dialog);
    await press('Keep this avatar');
    await screen.findByText('Avatar update failed');
    screen.getByText('avatar must be an avatar of this studio.');
    expect(picture(dialog)).toBe(offered);
    expect(server.session.getState().user?.avatar).toBeNull();
  });

  test('may be drawn by another service', async () => {
    const dialog = await openProfile({
      assetsUrl: 'http://assets.test',
      avatarUrl: 'https://avatars.test/9.x/',
    });
    await press('Change avatar');
    expect(picture(dialog)).toMatch(
      new RegExp(`^https://avatars\\.test/9\\.x/(${styles})/svg\\?seed=[\\w-]{12}$`),
    );
  });
});

describe('the password', () => {
  const current = () => screen.getByLabelText('Current password');
  const change = async () => {
    await user.type(current(), 'the old one');
    await user.type(screen.getByLabelText('New password'), 'a better one');
    await press('Change password');
  };

  test('is changed, and the fields are empty again', async () => {
    responses['POST /auth/password'] = { status: 204 };
    await openProfile();
    await change();
    await screen.findByText('Password changed');
    expect(server.requests.at(-1)?.body).toEqual({
      currentPassword: 'the old one',
      newPassword: 'a better one',
    });
    expect(current()).toHaveProperty('value', '');
  });

  const wrong = {
    status: 400,
    body: {
      code: 'validation_failed',
      detail: 'The current password is wrong.',
      fields: [{ path: 'currentPassword', message: 'is wrong' }],
    },
  };

  test('that is wrong shows an error at its field, and the session stays', async () => {
    responses['POST /auth/password'] = wrong;
    await openProfile();
    await change();
    await screen.findByText('Password change failed');
    screen.getByText('The current password is wrong.');
    expect(current().getAttribute('aria-invalid')).toBe('true');
    const described = document.getElementById(current().getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('Current password is wrong.');
    expect(server.session.getState().status).toBe('signed-in');
  });

  test('that is wrong after a response was lost may have been changed by that attempt, which is said', async () => {
    responses['POST /auth/password'] = null;
    await openProfile();
    await change();
    await screen.findByText('Network error - please check your connection.');
    responses['POST /auth/password'] = wrong;
    await press('Change password');
    await screen.findByText(/^The current password is wrong\. An earlier attempt/);
  });

  test('can be looked at while it is typed', async () => {
    await openProfile();
    expect(current()).toHaveProperty('type', 'password');
    await user.click(screen.getByRole('switch', { name: 'Show passwords' }));
    expect(current()).toHaveProperty('type', 'text');
  });

  test('is not asked for where the account comes from the forum', async () => {
    responses['GET /auth/me'] = { status: 200, body: { ...account, hasPassword: false } };
    await openProfile();
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });
});
