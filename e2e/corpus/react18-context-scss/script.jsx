const Theme = React.createContext('light');
function Panel({ children }) {
  const theme = React.useContext(Theme);
  return <div className={`panel ${theme}`}>{children}{ReactDOM.createPortal(<p className="layer">In a portal: {theme}</p>, document.getElementById('layer'))}</div>;
}
class Boundary extends React.Component {
  state = { failed: null };
  static getDerivedStateFromError(error) { return { failed: error.message }; }
  render() { return this.state.failed ? <em>Failed: {this.state.failed}</em> : this.props.children; }
}
function App() {
  const [theme, setTheme] = React.useState('light');
  React.useEffect(() => setTheme('dark'), []);
  return <Theme.Provider value={theme}><Panel><h1>Themes</h1><Boundary><p>All is well</p></Boundary></Panel></Theme.Provider>;
}
ReactDOM.createRoot(document.getElementById('root')).render(<App />);
