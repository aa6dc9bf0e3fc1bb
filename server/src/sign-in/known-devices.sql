-- A device has a row in known_network beside that of its address, with a hash of its challenge and the network.
create index known_network_by_hash on known_network (network_hash);
