import { createHash } from 'node:crypto'
import { focusGuardSelector } from '../../../contract/ssr.ts'

/** Identifies the template with the code of a server-rendered page. */
export const codeId = 'code'

/** Identifies the template in `index.html` for a failure to load the app's entry. */
const notStartedId = 'not-started'

/** Fallback for browsers that do not report the first paint. */
const paintTimeoutInMs = 250

/** Links added per task; each takes some milliseconds on a slow phone. */
const linksPerTask = 4

/**
 * Runs before the first paint. Detects a returning visitor and the colour scheme, queues clicks and input until the app handles
 * them (`QueuedInteraction`), and defers pictures of walls (`data-code`). Loads the app after the first contentful paint, whose style
 * sheets and fonts it would delay on a weak network. Shows a message when the app does not load.
 */
const script = `(()=>{
let d=document,h=d.documentElement,w=window,s,p=[];
try{let l=localStorage;if(l.length)h.dataset.known="";s=l.scheme}catch{}
h.dataset.code="coming";
h.dataset.scheme=s||(matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light");
w.queuedInteractions=p;
let keep=e=>{
let t=e.target,n=t,at=[];
if(!w.queuedInteractions||!t.closest||!t.closest("#root")||e.ctrlKey||e.metaKey||e.shiftKey||e.button)return;
for(;n.id!="root";n=n.parentNode)at.unshift([...n.parentNode.children].filter(c=>!c.matches("${focusGuardSelector}")).indexOf(n));
let o={childIndexes:at,tag:t.tagName};
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
c.remove();
let l=[...c.content.children],more=()=>{
for(let o of l.splice(0,${linksPerTask})){let n=d.createElement(o.localName);for(let a of o.attributes)n.setAttribute(a.name,a.value);if(n.src)n.onerror=fail;d.head.append(n)}
setTimeout(l[0]?more:()=>new Worker("/formatters.js#"+h.lang))};
more()};
addEventListener("DOMContentLoaded",()=>{
if("known" in h.dataset||d.hidden)return load();
try{new PerformanceObserver(l=>{if(l.getEntriesByName("first-contentful-paint")[0])load()}).observe({type:"paint",buffered:true})}catch{}
requestAnimationFrame(()=>setTimeout(load,${paintTimeoutInMs}))})
})()`.replaceAll('\n', '')

export const bootstrapScript = `<script>${script}</script>`
/** Allows the script by its hash, as a source for `script-src`. */
export const bootstrapSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
