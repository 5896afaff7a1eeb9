import React, { useMemo, useState } from 'react';
import ReactDOM from 'react-dom';
interface Line { item: string; price: number; count: number }
const lines: Line[] = [{ item: 'Pen', price: 2.5, count: 4 }, { item: 'Book', price: 12, count: 1 }];
const Bill: React.FC<{ lines: Line[] }> = ({ lines }) => {
  const [tip, setTip] = useState<number>(10);
  const total = useMemo(() => lines.reduce((sum, { price, count }) => sum + price * count, 0), [lines]);
  return (
    <>
      <table className="table table-sm">
        <tbody>{lines.map(({ item, price, count }) => <tr key={item}><td>{item}</td><td>{count} × {price.toFixed(2)}</td></tr>)}</tbody>
      </table>
      <input type="range" className="form-range" value={tip} max={20} onChange={(event) => setTip(Number(event.target.value))} />
      <p className="lead">{(total * (1 + tip / 100)).toFixed(2)}</p>
    </>
  );
};
ReactDOM.render(<Bill lines={lines} />, document.getElementById('root'));
