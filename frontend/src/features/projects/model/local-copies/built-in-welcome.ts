import { welcomeTitle } from '../project-address.ts';
import { blankProject, type WorkingProject } from '../working-project.ts';

/** Shown if the welcome project cannot be loaded (specification: Welcome project). Saving makes it the user's. */
export function builtInWelcomeProject(): WorkingProject {
  return {
    ...blankProject(),
    title: welcomeTitle,
    tags: ['welcome', 'demo'],
    html: `<main>
  <h1>Hello, studio</h1>
  <p>Change any of the three panes: the page follows.</p>
  <button id="more">One more</button>
  <output id="count">0</output>
</main>
`,
    css: `body {
  display: grid;
  min-height: 100vh;
  margin: 0;
  place-items: center;
  background: #f4f6fb;
  color: #1c2333;
  font-family: system-ui, sans-serif;
}

main {
  text-align: center;
}

button {
  padding: 0.5rem 1rem;
}
`,
    js: `const count = document.querySelector('#count');

document.querySelector('#more').addEventListener('click', () => {
  count.value = Number(count.value) + 1;
  console.log('Pressed', count.value);
});
`,
  };
}
