import { adminPassword, type Person, signIn, type TestStudio } from './test-studio.js';

/** The account of ADMIN_EMAIL, signed in. */
export function firstAdmin(studio: TestStudio): Promise<Person> {
  return signIn(studio, studio.config.adminEmail, adminPassword);
}

/** A new user, registered from this address, whom the first admin has made an admin. */
export async function anotherAdmin(studio: TestStudio, first: Person, address?: string): Promise<Person> {
  const person = await studio.person(undefined, address);
  await setAdmin(studio, first, person, true).expect(200);
  return person;
}

export function setAdmin(studio: TestStudio, by: Person, whom: Pick<Person, 'user'>, isAdmin: boolean) {
  return studio.call('patch', `/admin/users/${whom.user.id}/admin?grant_admin=${isAdmin}`, by);
}

export function suspend(studio: TestStudio, by: Person, whom: Pick<Person, 'user'>, suspended = true) {
  const reason = suspended ? 'Spam, again and again.' : 'Has promised not to.';
  return studio.call('patch', `/admin/users/${whom.user.id}/suspension`, by).send({ suspended, reason });
}
