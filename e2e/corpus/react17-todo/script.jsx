class Todo extends React.Component {
  state = { tasks: this.props.tasks.map((text) => ({ text, done: false })) };
  toggle = (index) => {
    this.setState(({ tasks }) => ({
      tasks: tasks.map((task, at) => (at === index ? { ...task, done: !task.done } : task)),
    }));
  };
  componentDidMount() {
    mark('mounted');
    this.toggle(1);
  }
  render() {
    const left = this.state.tasks.filter(({ done }) => !done).length;
    return (
      <div className="todo">
        <h1>To do &amp; done</h1>
        <ul>
          {this.state.tasks.map(({ text, done }, index) => (
            <li key={text} className={done ? 'done' : undefined} onClick={() => this.toggle(index)}>{text}</li>
          ))}
        </ul>
        {left > 0 && <p>{left} left</p>}
      </div>
    );
  }
}
ReactDOM.render(<Todo tasks={['Read', 'Write', 'Rest']} />, document.getElementById('root'));
