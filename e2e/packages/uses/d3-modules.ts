/** The modules of D3, each with a typical use. */
export const d3Modules: Record<string, string> = {
  'd3-array': 'it.sum([1, 2]) === 3',
  'd3-axis': `{
    const [{ select }, { scaleLinear }] = [await import('d3-selection'), await import('d3-scale')];
    select(place).append('svg').call(it.axisBottom(scaleLinear()));
    return place.querySelectorAll('.tick').length === 11;
  }`,
  'd3-brush': `{
    const { select } = await import('d3-selection');
    select(place).append('svg').call(it.brush());
    return place.querySelector('.overlay') !== null;
  }`,
  'd3-chord': 'it.chord()([[1]]).length === 1',
  'd3-color': 'it.rgb("red").r === 255',
  'd3-contour': 'it.contours().size([2, 2]).thresholds([0.5])([0, 1, 0, 1])[0].coordinates.length === 1',
  'd3-delaunay': 'it.Delaunay.from([[0, 0], [1, 0], [0, 1]]).triangles.length === 3',
  'd3-dispatch': 'new Promise((done) => it.dispatch("a").on("a", done).call("a", null, true))',
  'd3-drag': `{
    const { select } = await import('d3-selection');
    const started = new Promise((done) => select(place).call(it.drag().on('start', () => done(true))));
    place.dispatchEvent(new MouseEvent('mousedown', { view: window }));
    return started;
  }`,
  'd3-dsv': 'it.csvParse("a\\n1").length === 1',
  'd3-ease': 'it.easeLinear(0.5) === 0.5',
  'd3-fetch': '(await it.json(URL.createObjectURL(new Blob(["[3]"]))))[0] === 3',
  'd3-force': 'it.forceSimulation([{}]).stop().nodes().length === 1',
  'd3-format': 'it.format(".1f")(1) === "1.0"',
  'd3-geo': 'it.geoDistance([0, 0], [0, 0]) === 0',
  'd3-hierarchy': 'it.hierarchy({}).depth === 0',
  'd3-interpolate': 'it.interpolateNumber(0, 2)(0.5) === 1',
  'd3-path': '(() => { const path = it.path(); path.moveTo(1, 2); return String(path) === "M1,2"; })()',
  'd3-polygon': 'it.polygonArea([[0, 0], [0, 1], [1, 1], [1, 0]]) !== 0',
  'd3-quadtree': 'it.quadtree([[0, 0]]).size() === 1',
  'd3-random': 'it.randomUniform(1, 2)() >= 1',
  'd3-scale': 'it.scaleLinear()(0.5) === 0.5',
  'd3-scale-chromatic': 'it.interpolateBlues(0) === "rgb(247, 251, 255)"',
  'd3-selection': 'it.select("body").node() === document.body',
  'd3-shape': 'it.line()([[0, 0], [1, 1]]) === "M0,0L1,1"',
  'd3-time': 'it.timeDay.count(new Date(0), new Date(0)) === 0',
  'd3-time-format': 'it.utcFormat("%Y")(new Date(0)) === "1970"',
  'd3-timer': 'new Promise((done) => it.timeout(() => done(true), 1))',
  'd3-transition': `{
    const { select } = await import('d3-selection');
    await select(place).transition().duration(10).style('opacity', 0.5).end();
    return place.style.opacity === '0.5';
  }`,
  'd3-zoom': 'it.zoomIdentity.translate(1, 2).scale(3).apply([1, 1]).join() === "4,5"',
};
