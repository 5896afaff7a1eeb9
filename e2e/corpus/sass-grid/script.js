document.querySelector('.grid').append(Object.assign(document.createElement('div'), { textContent: 'six' }));
