import { compile } from '@studio/engine/compile';
import { toHtml } from '@studio/engine/build-document';
const base={framework:'vanilla',cssFramework:'none',typescript:false,buildTool:'default',frameworkVersion:17,vueSfc:false};
const target={mode:'development',libraries:'local',moduleCdn:null,guardLoops:true};
const go=async(name,js,cfg={},html='',css='')=>{const t=performance.now();const r=await compile({html,css,js,frameworkConfig:{...base,...cfg}},target);console.log(name,(performance.now()-t).toFixed(1)+'ms',r.problems.map(p=>p.message.slice(0,60)).slice(0,2), r.document?toHtml(r.document).length:null)};
const comp=i=>`function Item${i}({ label, count }: { label: string; count: number }) {
  const [n, setN] = React.useState<number>(count);
  for (let k = 0; k < 3; k++) console.log(k);
  const items: Array<string> = [label, String(n)].map((x: string): string => x.trim());
  return (
    <div className="item" key={label} onClick={() => setN((old) => old + 1)}>
      <b>{label}</b> {items.length > 1 ? <span>{n}</span> : null}
    </div>
  );
}
`;
const tsx=Array.from({length:50},(_,i)=>comp(i)).join('');
const M=1<<20;
await go('1M array literal','const a=['+'1,'.repeat(M/2-20)+']');
await go('1M string','const a="'+'x'.repeat(M-20)+'"');
await go('1M parens','('.repeat(M-20));
await go('1M deep','('.repeat(M/2-10)+')'.repeat(M/2-10));
await go('plus','a'+'+a'.repeat(M/2-10));
await go('1M deep tsx','('.repeat(M/2-10)+')'.repeat(M/2-10),{framework:'react',typescript:true});
await go('1M <div> tsx','<div>'.repeat(M/6),{framework:'react',typescript:true});
await go('1M {','{'.repeat(M-10));
await go('1M `${','`${'.repeat(M/3-10));
await go('1M /*','/*'.repeat(M/2-10));
await go('loops',('for(;;)').repeat(M/8-10)+';');
await go('1M import','import "a";\n'.repeat(M/12));
await go('1M import distinct',Array.from({length:30000},(_,i)=>`import {x as a${i}} from "m${i}";`).join('\n'));
for (const h of ['<a ','<a "','<a b="','<!--','<!d','</a ','<script>','<script>for(;;);</script>','<','<a>','<textarea>','<!-- -->','<a b=\'','<p/','<style></style>','<script type="importmap">{}</script>\n']) await go('html '+h,'',{},h.repeat(M/h.length));
await go('css','',{},'','</style>'.repeat(M/8));
await go('escape','"'+'</script><!--'.repeat(M/14)+'"');
await go('sfc',`<script setup>\n${Array.from({length:8000},(_,i)=>`function f${i}(a){ for(const x of a){ g(x) } return a }`).join('\n')}\n</script><template>${'<p>{{a}}</p>'.repeat(20000)}</template>`,{framework:'vue',vueSfc:true});
await go('sfc garbage','<'.repeat(M),{framework:'vue',vueSfc:true});
await go('sfc deep','<template>'+'<div>'.repeat(M/6),{framework:'vue',vueSfc:true});
