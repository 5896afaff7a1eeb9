addEventListener('error', (event) => {
  document.querySelector('#out').textContent = `${event.message} at ${event.lineno}`;
});
addEventListener('unhandledrejection', (event) => {
  document.body.append(`Rejected: ${event.reason.message}`);
});
Promise.reject(new Error('no answer'));
setTimeout(() => undefined.missing);
nobody.knows(this);
