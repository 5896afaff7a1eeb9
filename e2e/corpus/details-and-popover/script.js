document.querySelectorAll('details')[1].open = true;
document.querySelector('#pop').showPopover();
