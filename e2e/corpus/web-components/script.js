class StarRating extends HTMLElement {
  static observedAttributes = ['value'];
  connectedCallback() {
    mark(`connected ${this.getAttribute('value')}`);
    this.draw();
  }
  attributeChangedCallback() {
    if (this.shadowRoot) this.draw();
  }
  draw() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const value = Number(this.getAttribute('value'));
    root.innerHTML = `<style>:host { display: inline-flex; gap: 6px; } i { font-style: normal; }</style>
      <slot></slot>${'<i part="star">★</i>'.repeat(value)}${'<i>☆</i>'.repeat(5 - value)}`;
  }
}
customElements.define('star-rating', StarRating);
customElements.define('user-card', class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'open' }).innerHTML = `
      <style>
        :host { display: grid; grid-template-columns: 48px 1fr; gap: 10px; border: 2px solid var(--edge, gray); padding: 10px; border-radius: 8px; }
        ::slotted(img) { width: 48px; height: 48px; }
      </style>
      <slot name="picture"></slot><div><slot name="name"></slot><br><slot></slot></div>`;
  }
});
customElements.whenDefined('star-rating').then(() => {
  document.querySelector('star-rating').setAttribute('value', '4');
});
