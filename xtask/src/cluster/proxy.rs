//! A proxy before several servers: each connection goes to the next of them that answers. It knows nothing of HTTP.

use std::io::{self, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// Where it waits for people, if there is room.
const USUAL: &str = "127.0.0.1:1851";

/// Listens, says where, and passes everything on to these servers for ever.
pub fn run(nodes: &[&str]) -> Result<(), String> {
    let listener = TcpListener::bind(USUAL).or_else(|_| TcpListener::bind("127.0.0.1:0"));
    let listener = listener.map_err(|error| format!("cannot listen: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("the proxy is at http://{address}/");
    io::stdout().flush().map_err(|error| error.to_string())?;
    serve(&listener, nodes.iter().map(|&node| node.to_owned()).collect());
    Ok(())
}

fn serve(listener: &TcpListener, nodes: Vec<String>) {
    let nodes: Arc<[String]> = nodes.into();
    for (number, client) in listener.incoming().enumerate() {
        // Whoever has gone before we came need not be served.
        let Ok(client) = client else { continue };
        let nodes = Arc::clone(&nodes);
        thread::spawn(move || {
            let order = nodes.iter().cycle().skip(number % nodes.len()).take(nodes.len());
            let Some(server) = order.flat_map(TcpStream::connect).next() else { return };
            // Either end may close at any time, and then so does the other.
            let _ = join(&client, &server);
        });
    }
}

/// Copies both ways until both ends have closed.
fn join(client: &TcpStream, server: &TcpStream) -> io::Result<()> {
    for stream in [client, server] {
        stream.set_nodelay(true)?;
    }
    thread::scope(|scope| {
        scope.spawn(|| copy(client, server));
        copy(server, client);
    });
    Ok(())
}

fn copy(mut from: &TcpStream, mut to: &TcpStream) {
    let _ = io::copy(&mut from, &mut to);
    let _ = to.shutdown(Shutdown::Write);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn who_does_not_answer_is_passed_over() {
        // A port at which nobody listens any more.
        let gone =
            TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
        let node = TcpListener::bind("127.0.0.1:0").expect("a port");
        let nodes = vec![gone.to_string(), node.local_addr().expect("an address").to_string()];
        let proxy = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = proxy.local_addr().expect("an address");
        thread::spawn(move || serve(&proxy, nodes));
        for word in ["one", "two", "three"] {
            let mut client = TcpStream::connect(address).expect("a connection");
            client.write_all(word.as_bytes()).expect("it is sent");
            client.shutdown(Shutdown::Write).expect("it is closed");
            let (mut server, _) = node.accept().expect("a connection");
            let mut heard = String::new();
            server.read_to_string(&mut heard).expect("it is heard");
            server.write_all(heard.to_uppercase().as_bytes()).expect("it is sent");
            drop(server);
            let mut answer = String::new();
            client.read_to_string(&mut answer).expect("it is heard");
            assert_eq!(answer, word.to_uppercase());
        }
    }
}
