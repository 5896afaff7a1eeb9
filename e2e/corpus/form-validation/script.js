const form = document.querySelector('#signup');
const rules = {
  name: (field) => (field.validity.tooShort || field.value.length < 3 ? 'The name is too short' : ''),
  email: (field) => (/.+@.+\..+/.test(field.value) ? '' : 'The e-mail address is not complete'),
  age: (field) => (field.validity.rangeUnderflow ? `You must be ${field.min} or older` : ''),
  terms: (field) => (field.checked ? '' : 'Please agree to the terms'),
};
function check() {
  const errors = Object.entries(rules).flatMap(([name, rule]) => {
    const message = rule(form.elements[name]);
    form.elements[name].classList.toggle('wrong', message !== '');
    return message || [];
  });
  document.querySelector('#errors').replaceChildren(
    ...errors.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
  );
  return errors.length === 0;
}
form.addEventListener('submit', (event) => {
  event.preventDefault();
  mark(`submitted ${check()}`);
});
form.requestSubmit();
