const { useState } = React;

const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

function NumberField({ id, label, value, min, step, onChange }) {
  return (
    <div className="mb-3">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input
        className="form-control"
        id={id}
        type="number"
        min={min}
        step={step}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function SplitBill() {
  const [bill, setBill] = useState('84');
  const [people, setPeople] = useState('3');
  const [tip, setTip] = useState(10);

  const total = Number(bill) * (1 + tip / 100);
  const count = Math.max(1, Math.floor(Number(people)));

  return (
    <main className="container py-4">
      <h1 className="h3 mb-4">Split the bill</h1>
      <div className="card shadow-sm">
        <div className="card-body">
          <NumberField id="bill" label="Bill in euros" min="0" step="0.01" value={bill} onChange={setBill} />
          <NumberField id="people" label="People" min="1" step="1" value={people} onChange={setPeople} />
          <label className="form-label" htmlFor="tip">
            Tip: {tip}%
          </label>
          <input
            className="form-range"
            id="tip"
            type="range"
            min="0"
            max="25"
            value={tip}
            onChange={(event) => setTip(Number(event.target.value))}
          />
        </div>
        <div className="card-footer d-flex justify-content-between align-items-baseline">
          <span>Each pays</span>
          <output className="fs-3 fw-semibold">{money.format(total / count)}</output>
        </div>
      </div>
    </main>
  );
}

ReactDOM.render(<SplitBill />, document.getElementById('root'));
