import { createHash } from 'node:crypto'

/**
 * Runs before the page is drawn: says whether the device has been here before and which scheme it has chosen, and keeps
 * what is pressed and typed until the app answers (`EarlyDeed`).
 */
const script = `(()=>{let d=document.documentElement.dataset,w=window;try{let l=localStorage;if(l.length)d.known="";if(l.scheme)d.scheme=l.scheme}catch{}w.early=[];let k=e=>{let t=e.target,p=[],n=t;if(!w.early||!t.closest||!t.closest("#root")||e.ctrlKey||e.metaKey||e.shiftKey||e.button)return;for(;n.id!="root";n=n.parentNode)p.unshift([...n.parentNode.children].indexOf(n));let o={place:p,tag:t.tagName};if(e.type=="input"){if(t.tagName!="INPUT")return;o.value=t.value}else e.preventDefault();w.early.push(o)};addEventListener("click",k,true);addEventListener("input",k,true)})()`

export const earlyScript = `<script>${script}</script>`
/** For `script-src`. */
export const earlySource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
