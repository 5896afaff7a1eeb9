document.querySelector('p').append(` ${document.compatMode}, ${document.querySelector('.box').offsetWidth} wide`);
