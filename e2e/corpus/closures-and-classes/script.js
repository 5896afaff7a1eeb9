class Account {
  #balance = 0;
  static made = 0;
  constructor(owner) {
    this.owner = owner;
    Account.made += 1;
  }
  get balance() {
    return this.#balance;
  }
  deposit(amount) {
    this.#balance += amount;
    return this;
  }
}
function* naturals() {
  let n = 1;
  while (true) yield n++;
}
const first = [];
for (const n of naturals()) {
  if (n > 5) break;
  first.push(n ** 2);
}
outer: for (let i = 0; ; i += 1) {
  for (let j = 0; j < 5; j += 1) {
    if (i * j === 6) break outer;
    if (j > i) continue outer;
  }
}
let turns = 0;
do turns += 1; while (turns < 10);
const groups = Object.groupBy(first, (n) => (n % 2 ? 'odd' : 'even'));
const account = new Account('Ada').deposit(20).deposit(22);
document.querySelector('pre').textContent = JSON.stringify({ ...account, balance: account.balance, groups, turns, made: Account.made }, null, 2);
