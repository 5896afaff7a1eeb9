document.querySelector('h1').textContent += `, ${document.documentElement.lang} ${document.title} ${document.compatMode}`;
