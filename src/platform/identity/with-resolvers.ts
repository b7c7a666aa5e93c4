import '@ungap/with-resolvers'
