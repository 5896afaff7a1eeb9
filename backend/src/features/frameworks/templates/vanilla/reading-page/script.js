const looks = [...document.querySelectorAll('[name=look]')];

function wear(look) {
  document.documentElement.dataset.look = look;
}

for (const option of looks) option.addEventListener('change', () => wear(option.value));

// Whoever likes it dark begins with the night.
if (matchMedia('(prefers-color-scheme: dark)').matches) {
  looks.at(-1).checked = true;
  wear('night');
}
