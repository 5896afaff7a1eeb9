import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/http/caller.js';
import { ownFile } from '../../own-files.js';
import { ProjectCreation } from './saving/project-creation.js';

const read = (name: string) => readFile(ownFile(`features/projects/welcome/${name}`), 'utf8');

/** Creates the project that new users see first (specification: Welcome project). */
@Injectable()
export class WelcomeService {
  constructor(private readonly creation: ProjectCreation) {}

  /** Stores it as public and embeddable, owned by the given account. */
  async create(owner: Caller): Promise<void> {
    const [html, css, js] = await Promise.all([read('index.html'), read('style.css'), read('script.js')]);
    await this.creation.create(
      owner,
      {
        title: welcomeTitle,
        description: 'Three panes, one result: change anything and watch.',
        tags: ['welcome', 'demo'],
        html,
        css,
        js,
        isPublic: true,
        isEmbeddable: true,
      },
      { 'x-save-kind': 'manual' },
    );
  }
}

/** The title by which a page finds the studio's own welcome project (specification: Welcome project). */
export const welcomeTitle = 'Welcome to CodeStudio';
