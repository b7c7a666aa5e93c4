// the sign-on server has sent the frame here with its answer in the address; the page around it waits for that
parent.postMessage(location.href, location.origin)
