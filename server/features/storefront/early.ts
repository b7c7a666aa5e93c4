import { createHash } from 'node:crypto'
import { focusGuards } from '../../../contract/first-screen.ts'

/** Id of the template that holds the code of a page with a first screen. */
export const codeId = 'code'

/** The template in `index.html` for when not even the app's entry came. */
const notStartedId = 'not-started'

/** A browser that does not tell when it has painted has done so by then. */
const paintInMs = 250

/**
 * Runs before the page is drawn: says whether the device has been here before and which scheme it has, keeps what
 * is pressed and typed until the app answers (`EarlyDeed`), holds back pictures of walls
 * (`data-code`), and fetches the app after the first contentful paint, whose style sheets and fonts it would delay on a weak
 * network. When the app does not come, the page says so.
 */
const script = `(()=>{
let d=document,h=d.documentElement,w=window,s,p=[];
try{let l=localStorage;if(l.length)h.dataset.known="";s=l.scheme}catch{}
h.dataset.code="coming";
h.dataset.scheme=s||(matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light");
w.early=p;
let keep=e=>{
let t=e.target,n=t,at=[];
if(!w.early||!t.closest||!t.closest("#root")||e.ctrlKey||e.metaKey||e.shiftKey||e.button)return;
for(;n.id!="root";n=n.parentNode)at.unshift([...n.parentNode.children].filter(c=>!c.matches("${focusGuards}")).indexOf(n));
let o={place:at,tag:t.tagName};
if(e.type=="click")e.preventDefault();else if(/^(INPUT|SELECT)$/.test(t.tagName))o.value=t.value;else return;
p.push(o)};
addEventListener("click",keep,true);addEventListener("input",keep,true);
let fail=()=>{
let r=d.getElementById("root");
delete h.dataset.known;
delete h.dataset.code;
r.replaceChildren(d.getElementById("${notStartedId}").content.cloneNode(true));
r.querySelector("button").onclick=()=>location.reload()};
let load=()=>{
let c=d.getElementById("${codeId}");
if(!c)return;
for(let o of c.content.children){let n=d.createElement(o.localName);for(let a of o.attributes)n.setAttribute(a.name,a.value);if(n.src)n.onerror=fail;d.head.append(n)}
c.remove();
setTimeout(()=>new Worker("/formatters.js#"+h.lang))};
addEventListener("DOMContentLoaded",()=>{
if("known" in h.dataset||d.hidden)return load();
try{new PerformanceObserver(l=>{if(l.getEntriesByName("first-contentful-paint")[0])load()}).observe({type:"paint",buffered:true})}catch{}
requestAnimationFrame(()=>setTimeout(load,${paintInMs}))})
})()`.replaceAll('\n', '')

export const earlyScript = `<script>${script}</script>`
/** For `script-src`. */
export const earlySource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
