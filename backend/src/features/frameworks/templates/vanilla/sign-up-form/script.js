const form = document.querySelector('#form');
const strength = document.querySelector('#strength');
const done = document.querySelector('#done');
const fields = [...form.querySelectorAll('input')];

/** What is wrong with a field, in words; empty when nothing is. */
function complaint(field) {
  const { valueMissing, typeMismatch, tooShort } = field.validity;
  const what = field.closest('label').firstChild.textContent.trim();
  if (valueMissing) return `${what} is missing.`;
  if (typeMismatch) return `${field.value} is not an e-mail address.`;
  if (tooShort || (field.minLength > 0 && field.value.length < field.minLength))
    return `At least ${field.minLength} characters, now ${field.value.length}.`;
  return '';
}

function check(field) {
  const text = complaint(field);
  document.getElementById(field.getAttribute('aria-describedby')).textContent = text;
  field.setAttribute('aria-invalid', String(text !== ''));
  return text === '';
}

/** One point each for length, capitals, digits and signs. */
function strengthOf(password) {
  const tests = [/.{10,}/, /[A-Z]/, /\d/, /[^\w\s]/];
  return tests.filter((test) => test.test(password)).length;
}

for (const field of fields) {
  field.addEventListener('blur', () => check(field));
  field.addEventListener('input', () => {
    if (field.name === 'password') strength.value = strengthOf(field.value);
    if (field.getAttribute('aria-invalid') === 'true') check(field);
  });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const wrong = fields.filter((field) => !check(field));
  done.textContent = wrong.length === 0 ? `Welcome, ${form.elements.name.value}!` : '';
  wrong[0]?.focus();
});
