/** Popular packages that draw, animate or play something, each with a typical use. */
export const popularDrawing: Record<string, string> = {
  '@fortawesome/fontawesome-svg-core': `{
    const icon = { prefix: 'fas', iconName: 'a', icon: [1, 1, [], 'f', 'M0 0'] };
    place.append(...it.icon(icon).node);
    return place.querySelector('svg path').getAttribute('d') === 'M0 0';
  }`,
  // Draws with WebAssembly from a network, whose absence it reports.
  '@lottiefiles/dotlottie-web': `{
    it.DotLottie.setWasmUrl('data:application/wasm,');
    return it.DotLottie.preload().then(() => false, ({ message }) => message.includes('WASM'));
  }`,
  apexcharts: `{
    const options = { chart: { type: 'bar', animations: { enabled: false } }, series: [{ data: [1, 2] }] };
    await new it.default(place, options).render();
    return place.querySelectorAll('.apexcharts-bar-area').length === 2;
  }`,
  'bpmn-js/lib/Modeler': `{
    const { warnings } = await new it.default({ container: place }).createDiagram();
    return warnings.length === 0 && place.querySelector('.djs-shape') !== null;
  }`,
  cropperjs: `{
    place.innerHTML = '<cropper-canvas><cropper-selection></cropper-selection></cropper-canvas>';
    const selection = await until(() => place.querySelector('cropper-selection'));
    return selection instanceof it.CropperSelection && selection.shadowRoot !== null;
  }`,
  cytoscape: `{
    const graph = it.default({ container: place, elements: [{ data: { id: 'a' } }] });
    return graph.nodes().length === 1 && place.querySelector('canvas') !== null;
  }`,
  echarts: `{
    const chart = it.init(place, null, { renderer: 'svg' });
    const series = [{ type: 'bar', data: [1], itemStyle: { color: '#f00' } }];
    chart.setOption({ animation: false, xAxis: { data: ['a'] }, yAxis: {}, series });
    return (await until(() => place.querySelector('path[fill="#f00"]'))) !== null;
  }`,
  fabric: `{
    const canvas = new it.StaticCanvas(place.appendChild(document.createElement('canvas')));
    canvas.add(new it.Rect({ left: 10, top: 10, width: 20, height: 20, fill: '#f00' }));
    canvas.renderAll();
    return canvas.getContext().getImageData(15, 15, 1, 1).data[0] === 255;
  }`,
  gsap: `{
    await it.gsap.to(place, { opacity: 0.5, duration: 0.02 });
    return place.style.opacity === '0.5';
  }`,
  // Playing a stream needs a network.
  'hls.js': `{
    const hls = new it.default();
    hls.attachMedia(place.appendChild(document.createElement('video')));
    return (await until(() => hls.media)).src.startsWith('blob:');
  }`,
  html2canvas: `{
    place.style.background = '#f00';
    const canvas = await it.default(place, { logging: false });
    return canvas.getContext('2d').getImageData(9, 9, 1, 1).data[0] === 255;
  }`,
  'lightweight-charts': `{
    const series = it.createChart(place, { width: 200, height: 100 }).addSeries(it.LineSeries);
    series.setData([{ time: '2026-11-23', value: 1 }]);
    return series.dataByIndex(0).value === 1 && place.querySelector('canvas') !== null;
  }`,
  mermaid: `{
    const { svg } = await it.default.render('graph', 'graph TD; a-->b');
    place.innerHTML = svg;
    return place.querySelectorAll('.node').length === 2;
  }`,
  ogl: `{
    const { gl } = new it.Renderer();
    const program = new it.Program(gl, {
      vertex: 'attribute vec3 position; void main() { gl_Position = vec4(position, 1.0); }',
      fragment: 'void main() { gl_FragColor = vec4(1.0); }',
    });
    return gl.getProgramParameter(program.program, gl.LINK_STATUS);
  }`,
  paper: `{
    const paper = it.default.Point ? it.default : it;
    paper.setup(place.appendChild(document.createElement('canvas')));
    return Math.round(new paper.Path.Circle(new paper.Point(5, 5), 3).area) === 28;
  }`,
  phaser: 'new it.Math.Vector2(3, 4).length() === 5',
  plyr: `{
    const video = place.appendChild(document.createElement('video'));
    new it.default(video, { loadSprite: false });
    return until(() => place.querySelector('.plyr button[data-plyr="play"]') !== null);
  }`,
  regl: `{
    const regl = it.default({ attributes: { preserveDrawingBuffer: true } });
    regl.clear({ color: [1, 0, 0, 1] });
    return regl.read()[0] === 255;
  }`,
  sigma: `{
    const graph = new (await import('graphology')).default();
    graph.addNode('a', { x: 0, y: 0, size: 5 });
    const sigma = new (it.Sigma ?? it.default)(graph, place);
    return sigma.getNodeDisplayData('a').size === 5 && place.querySelector('canvas') !== null;
  }`,
  'simple-icons': `{
    place.innerHTML = it.siGithub.svg;
    return place.querySelector('path').getTotalLength() > 10;
  }`,
  'stats.js': `{
    const stats = new it.default();
    stats.begin();
    stats.end();
    return stats.domElement.querySelector('#msText').textContent.endsWith(')');
  }`,
  'twgl.js': `{
    const gl = document.createElement('canvas').getContext('webgl');
    const vertex = 'attribute vec4 position; void main() { gl_Position = position; }';
    const { attribSetters } = it.createProgramInfo(gl, [vertex, 'void main() { gl_FragColor = vec4(1.0); }']);
    return attribSetters.position !== undefined;
  }`,
  'two.js': `{
    const two = new it.default({ type: it.default.Types.svg, width: 20, height: 20 }).appendTo(place);
    two.makeCircle(5, 5, 3).fill = '#f00';
    two.update();
    return place.querySelector('path[fill="#f00"]') !== null;
  }`,
  uplot: `{
    const chart = new it.default({ width: 200, height: 100, series: [{}, {}] }, [[1, 2], [3, 4]], place);
    return chart.data[1][1] === 4 && (await until(() => place.querySelector('canvas'))).width > 0;
  }`,
  vexflow: `{
    const renderer = new it.Renderer(place, it.Renderer.Backends.SVG);
    new it.Stave(0, 0, 100).setContext(renderer.getContext()).draw();
    return place.querySelector('svg path, svg rect') !== null;
  }`,
  'video.js': `{
    const video = place.appendChild(document.createElement('video'));
    it.default(video, { controls: true });
    return place.querySelector('.vjs-control-bar .vjs-play-control') !== null;
  }`,
  'vis-network/standalone': `{
    const data = { nodes: new it.DataSet([{ id: 1 }, { id: 2 }]), edges: new it.DataSet([{ from: 1, to: 2 }]) };
    const network = new it.Network(place, data, {});
    return Object.keys(network.getPositions()).length === 2 && place.querySelector('canvas') !== null;
  }`,
  'wavesurfer.js': `{
    const wave = it.default.create({ container: place, peaks: [[0, 1, 0]], duration: 1 });
    await new Promise((done) => wave.on('ready', done));
    return wave.getDuration() === 1 && place.firstChild.shadowRoot.querySelector('canvas') !== null;
  }`,
  zdog: `{
    const canvas = place.appendChild(document.createElement('canvas'));
    const { Illustration, Rect } = it.Illustration ? it : it.default;
    const drawing = new Illustration({ element: canvas });
    new Rect({ addTo: drawing, width: 50, height: 50, fill: true, color: '#f00' });
    drawing.updateRenderGraph();
    return canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0] === 255;
  }`,
};
