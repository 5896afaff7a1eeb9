const { useDeferredValue, useId, useState, useTransition } = React;
const all = ['Alpha', 'Beta', 'Gamma'];
function Names({ filter, ref }) {
  const names = all.filter((name) => name.toLowerCase().includes(filter));
  return (
    <div className="tags" ref={ref}>
      {names.map((name) => <span key={name} className="tag is-info is-large">{name}</span>)}
    </div>
  );
}
function App() {
  const id = useId();
  const [filter, setFilter] = useState('a');
  const [isPending, start] = useTransition();
  const shown = useDeferredValue(filter);
  const count = (tags) => {
    if (tags) tags.dataset.count = tags.childElementCount;
    return () => {};
  };
  return (
    <>
      <title>Names</title>
      <label htmlFor={id} className="label">Filter</label>
      <input id={id} className="input" value={filter} onChange={({ target }) => start(() => setFilter(target.value))} />
      {isPending ? 'Waiting' : <Names filter={shown} ref={count} />}
    </>
  );
}
ReactDOM.createRoot(document.getElementById('root')).render(<App />);
