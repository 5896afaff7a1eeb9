const dialog = document.querySelector('dialog');
document.querySelector('#open').onclick = () => dialog.showModal();
dialog.addEventListener('close', () => {
  document.querySelector('#answer').textContent = `You said ${dialog.returnValue}`;
  dialog.showModal();
}, { once: true });
dialog.showModal();
dialog.close('yes');
