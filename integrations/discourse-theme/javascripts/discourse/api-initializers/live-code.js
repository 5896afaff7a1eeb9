import { apiInitializer } from 'discourse/lib/api';

/** Marks the posts whose code gets a Run button from `live.js`, and loads that script once. */
export default apiInitializer((api) => {
  const studio = settings.studio_url.replace(/\/+$/, '');
  if (!/^https?:\/\/[^/]+$/.test(studio)) return;

  // A policy with 'strict-dynamic' trusts it, because a script of the theme creates it.
  const script = document.createElement('script');
  script.src = `${studio}/live.js`;
  script.dataset.theme = settings.theme;
  script.dataset.height = settings.height;
  document.head.append(script);

  const selector = settings.code_blocks === 'wrapped' ? '.d-wrap[data-wrap="codestudio"]' : null;
  api.decorateCookedElement(
    (post) => {
      for (const element of selector ? post.querySelectorAll(selector) : [post]) {
        // An author must not start code for readers: [wrap=codestudio run=visible].
        delete element.dataset.run;
        element.classList.add('codestudio');
      }
    },
    { id: 'codestudio-live-code' },
  );
});
