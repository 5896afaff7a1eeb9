import { apiInitializer } from 'discourse/lib/api';

/** Names the posts whose code `live.js` gives a Run, and loads that script once. */
export default apiInitializer((api) => {
  const studio = settings.studio_url.replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]+$/.test(studio)) return;

  // Made by a script of the theme, it is trusted by a policy with 'strict-dynamic'.
  const script = document.createElement('script');
  script.src = `${studio}/live.js`;
  script.dataset.theme = settings.theme;
  script.dataset.height = settings.height;
  document.head.append(script);

  const selector = settings.code_blocks === 'wrapped' ? '.d-wrap[data-wrap="codestudio"]' : null;
  api.decorateCookedElement(
    (post) => {
      for (const element of selector ? post.querySelectorAll(selector) : [post]) {
        // The author of a post does not start code for its readers: [wrap=codestudio run=visible].
        delete element.dataset.run;
        element.classList.add('codestudio');
      }
    },
    { id: 'codestudio-live-code' },
  );
});
