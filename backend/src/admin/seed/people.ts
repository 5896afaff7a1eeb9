import { createHash } from 'node:crypto';

/** How many users and projects. Other numbers make other data, so several sets can be in one database. */
export interface SeedSize {
  users: number;
  projects: number;
}

export interface SeededUser {
  id: string;
  username: string;
  email: string;
  created_at: string;
}

/** The end of the seeded period. It is fixed, so that the same arguments make the same data. */
const end = Date.UTC(2_026, 10, 1);
const dayMs = 86_400_000;

/** The time this many days before the end of the seeded period, in ISO format. */
export function daysBeforeEnd(days: number): string {
  return new Date(end - Math.floor(days * dayMs)).toISOString();
}

/** Users are created before all projects. */
export const daysOfProjects = 700;
const daysOfUsers = 800;

/** The random numbers for one item of a set. */
export function chanceOf(size: SeedSize, kind: 'user' | 'project' | 'fork', index: number): Random {
  return new Random(`${kind} ${index} of ${size.users} users and ${size.projects} projects`);
}

/** The user of this number. */
export function userAt(size: SeedSize, index: number): SeededUser {
  const chance = chanceOf(size, 'user', index);
  const id = chance.id();
  const username = `${chance.pick(firstNames)}-${id.slice(0, 8)}`;
  const days = daysOfProjects + chance.next() * (daysOfUsers - daysOfProjects);
  return { id, username, email: `${username}@seed.example`, created_at: daysBeforeEnd(days) };
}

/** Words for names and titles. */
const firstNames =
  `ada alan amara anton bea bruno carla chen daria dev elif emil farah felix greta hana henri ida
ines ivan jana jonas kai kira lars lea leon lina luca mai marta milo mina nils nora olga omar otto paula pia rafael rosa
sami sara sven tara theo tuva uma viktor wanda yara yuki zoe`.split(/\s+/);

export const adjectives =
  `Animated Bouncing Bright Calm Colourful Cosy Curious Drifting Elastic Endless Folding Gentle
Glowing Growing Hidden Hovering Infinite Layered Little Lucky Magnetic Midnight Minimal Moving Neon Noisy Paper Playful
Quiet Responsive Rolling Rotating Simple Sliding Slow Small Soft Spinning Sticky Striped Swinging Tiny Tilted Warm Wavy
Winter Wobbly`.split(/\s+/);

export const things =
  `Accordion Alphabet Aquarium Avatar Badge Balloon Banner Bookshelf Button Calculator Calendar Carousel
Chart Checkbox Chessboard City Clock Clouds Compass Countdown Dashboard Dice Envelope Fireworks Forest Form Gallery Garden
Globe Gradient Grid Header Island Keyboard Kitchen Lantern Loader Map Maze Memory Menu Metronome Moon Mountains Orbit
Palette Parallax Particles Piano Planets Player Postcard Quiz Radio Rain Recipe Robot Sailboat Slider Snake Spinner Stars
Stopwatch Sunset Table Terminal Timeline Toggle Tooltip Train Tree Typewriter Umbrella Waves Weather Window`.split(
    /\s+/,
  );

export const occasions = [
  'for a talk',
  'in one evening',
  'without a library',
  'for the forum',
  'with custom properties',
  'for my sister',
  'from an old notebook',
  'as an exercise',
  'with a single element',
  'after a long day',
  'for dark rooms',
  'that keeps its state',
  'for small screens',
  'drawn by the browser',
  'with keyboard control',
];

export const tags =
  `animation art button canvas card chart clock colour css dark-mode demo flexbox form game generator grid
hover javascript landing-page layout loader menu music navigation pattern particles physics react responsive scss svg
table tailwind text theme three-d tool typescript typography ui vue`.split(/\s+/);

/** How many random numbers there are for an item: more than any needs. */
const numbers = 64;
const bytesEach = 4;
const values = 2 ** 32;
const fourDigits = 36 ** 4;

/** Pseudorandom numbers, the same for the same name. */
class Random {
  readonly #bytes: Buffer;
  #taken = 0;

  constructor(name: string) {
    this.#bytes = createHash('shake256', { outputLength: numbers * bytesEach })
      .update(name)
      .digest();
  }

  /** From 0 to less than 1. */
  next(): number {
    return this.#bytes.readUInt32LE(bytesEach * this.#taken++) / values;
  }

  /** An integer from 0 to less than `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** 16 characters of `[0-9a-z]`. */
  id(): string {
    const part = () => this.below(fourDigits).toString(36).padStart(4, '0');
    return part() + part() + part() + part();
  }
}
