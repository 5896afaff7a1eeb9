document.querySelector('.tags').innerHTML = ['Peru', 'Kenya', 'Java'].map((name) => `<span class="tag is-dark">${name}</span>`).join('');
