import name, { area } from 'shapes';
mark('script module');
const later = await import('shapes');
document.querySelector('output').textContent = `${name}: ${[1, 2, 3].map(area).join(', ')} ${later.default === name}`;
