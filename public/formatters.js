// The first formatter of dates or numbers makes a browser go through its data of all languages: 15 ms on a fast machine,
// 60 on a phone, in which nothing answers. A worker has the same data, so the page finds them ready.
const language = location.hash.slice(1)
new Intl.NumberFormat(language).format(1)
new Intl.DateTimeFormat(language).format(0)
close()
