const { useEffect, useReducer, useRef } = React;
type Action = { type: 'add'; value: string } | { type: 'clear' };
interface State { values: string[] }
function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'add':
      return { values: [...state.values, action.value] };
    case 'clear':
      return { values: [] };
  }
}
function List() {
  const [state, dispatch] = useReducer(reduce, { values: ['zero'] });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    for (const value of ['one', 'two']) dispatch({ type: 'add', value });
  }, []);
  return (
    <React.StrictMode>
      <ul className="divide-y divide-gray-200 rounded border">
        {state.values.map((value) => <li key={value} className="px-4 py-2 first:font-bold">{value}</li>)}
      </ul>
      <button className="mt-3 rounded bg-sky-600 px-3 py-1 text-white" onClick={() => dispatch({ type: 'clear' })}>Clear</button>
    </React.StrictMode>
  );
}
ReactDOM.createRoot(document.getElementById('root')!).render(<List />);
