const prices = {
  month: { price: '€4', period: 'per month' },
  year: { price: '€40', period: 'per year' },
};
const choices = document.querySelectorAll('[data-period]');

for (const choice of choices) {
  choice.addEventListener('click', () => {
    for (const other of choices) other.setAttribute('aria-pressed', String(other === choice));
    const { price, period } = prices[choice.dataset.period];
    document.querySelector('#price').textContent = price;
    document.querySelector('#period').textContent = period;
  });
}
