mark('project script ' + document.scripts.length);
