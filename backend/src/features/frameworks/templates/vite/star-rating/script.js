/** Five stars to choose from by pointer or arrow keys. Fires `change`; `value` is 0 to 5. */
export class StarRating extends HTMLElement {
  static observedAttributes = ['value'];

  #stars = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.innerHTML = `
      <style>
        :host { display: inline-block; cursor: pointer; }
        :host(:focus-visible) { outline: 3px solid; outline-offset: 4px; }
        span { font-size: 2rem; color: var(--star, currentColor); }
      </style>
      ${'<span aria-hidden="true"></span>'.repeat(5)}`;
    this.#stars = [...root.querySelectorAll('span')];
    root.addEventListener('click', ({ target }) => {
      const at = this.#stars.indexOf(target);
      if (at >= 0) this.#choose(at + 1);
    });
    this.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.#choose(this.value + step);
    });
  }

  connectedCallback() {
    this.tabIndex = 0;
    this.role = 'slider';
    this.ariaValueMin = '0';
    this.ariaValueMax = '5';
    this.#draw();
  }

  attributeChangedCallback() {
    this.#draw();
  }

  get value() {
    return Math.min(5, Math.max(0, Number(this.getAttribute('value')) || 0));
  }

  set value(stars) {
    this.setAttribute('value', stars);
  }

  #choose(stars) {
    this.value = Math.min(5, Math.max(0, stars));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #draw() {
    this.ariaValueNow = String(this.value);
    this.ariaValueText = `${this.value} of 5 stars`;
    for (const [index, star] of this.#stars.entries()) star.textContent = index < this.value ? '★' : '☆';
  }
}

customElements.define('star-rating', StarRating);

const ratings = [...document.querySelectorAll('star-rating')];

function average() {
  const sum = ratings.reduce((stars, rating) => stars + rating.value, 0);
  document.querySelector('#average').textContent = (sum / ratings.length).toFixed(1);
}

document.addEventListener('change', average);
average();
