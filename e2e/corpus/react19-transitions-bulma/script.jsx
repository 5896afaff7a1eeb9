const { use, useState, useTransition, Suspense } = React;
const answer = Promise.resolve(['Alpha', 'Beta', 'Gamma']);
function Names({ filter }) {
  const names = use(answer).filter((name) => name.toLowerCase().includes(filter));
  return <div className="tags">{names.map((name) => <span key={name} className="tag is-info is-large">{name}</span>)}</div>;
}
function App() {
  const [filter, setFilter] = useState('a');
  const [isPending, start] = useTransition();
  return (
    <Suspense fallback={<progress className="progress" />}>
      <title>Names</title>
      <div className="field"><input className="input" value={filter} onChange={({ target }) => start(() => setFilter(target.value))} /></div>
      {isPending ? 'Waiting' : <Names filter={filter} />}
    </Suspense>
  );
}
ReactDOM.createRoot(document.getElementById('root')).render(<App />);
