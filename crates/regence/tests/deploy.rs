//! The files in `deploy/` are what they claim to be, and say to the program only what it understands.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use yaml_rust2::{Yaml, YamlLoader};

fn deploy() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(deploy().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Every flag that a command line gives to the program is one that its help knows, and the command is one as well.
#[track_caller]
fn check_words(line: &str) {
    let before = ["exec regence ", "/usr/local/bin/regence "];
    let words = before.iter().find_map(|before| line.strip_prefix(before)).unwrap_or(line);
    let command = words.split_whitespace().next().expect("a command");
    let help = Command::new(env!("CARGO_BIN_EXE_regence")).args(["help", command]).output().expect("it runs");
    assert!(help.status.success(), "no command '{command}'");
    let help = String::from_utf8(help.stdout).expect("text");
    for flag in words.split_whitespace().filter(|word| word.starts_with("--")) {
        assert!(help.contains(&format!("  {flag}")), "`{command}` has no {flag}");
    }
}

#[test]
fn the_compose_file_names_services_that_are_there() {
    let all = YamlLoader::load_from_str(&read("compose.yaml")).expect("YAML");
    let services = all[0]["services"].as_hash().expect("services");
    let names: Vec<&str> = services.keys().filter_map(Yaml::as_str).collect();
    assert_eq!(names, ["database", "bus", "server", "worker", "proxy"]);
    let networks = all[0]["networks"].as_hash().expect("networks");
    for (name, service) in services {
        assert!(service["image"].as_str().is_some(), "{name:?} has an image");
        let after = match &service["depends_on"] {
            Yaml::Hash(after) => after.keys().cloned().collect(),
            Yaml::Array(after) => after.clone(),
            _ => Vec::new(),
        };
        assert!(after.iter().all(|other| services.contains_key(other)), "{name:?} waits for {after:?}");
        let used = match &service["networks"] {
            Yaml::Hash(used) => used.keys().cloned().collect(),
            Yaml::Array(used) => used.clone(),
            _ => Vec::new(),
        };
        assert!(!used.is_empty() && used.iter().all(|used| networks.contains_key(used)), "{name:?}");
        if let Some(file) = service["build"]["dockerfile"].as_str() {
            assert!(deploy().join("..").join(file).exists(), "{file}");
        }
    }
    let words = |service: &str| -> String {
        let words = all[0]["services"][service]["command"].as_vec().expect("a command");
        words.iter().filter_map(Yaml::as_str).collect::<Vec<_>>().join(" ")
    };
    check_words(&words("server"));
    check_words(&words("worker"));
}

/// It may be the last of all to be there.
#[test]
fn nobody_gives_up_before_the_database_is_there() {
    let all = YamlLoader::load_from_str(&read("compose.yaml")).expect("YAML");
    let services = &all[0]["services"];
    let health = services["database"]["healthcheck"]["test"][1].as_str().expect("a command");
    assert!(health.contains("--host "), "by its socket it answers before it is set up: {health}");
    for service in ["server", "worker"] {
        assert_eq!(services[service]["restart"].as_str(), Some("unless-stopped"), "{service}");
        let unit = if service == "server" { "serve" } else { service };
        let unit = read(&format!("systemd/regence-{unit}.service"));
        for line in ["Restart=on-failure", "StartLimitIntervalSec=0"] {
            assert!(unit.lines().any(|own| own == line), "{service}: {line}");
        }
    }
}

/// An address, as a number.
fn address(text: &str) -> u32 {
    u32::from(text.parse::<std::net::Ipv4Addr>().expect("an address"))
}

#[test]
fn nobody_is_given_the_address_of_the_proxy() {
    let all = YamlLoader::load_from_str(&read("compose.yaml")).expect("YAML");
    let proxy =
        all[0]["services"]["proxy"]["networks"]["inside"]["ipv4_address"].as_str().expect("an address");
    let range = all[0]["networks"]["inside"]["ipam"]["config"][0]["ip_range"].as_str().expect("a range");
    let (first, bits) = range.split_once('/').expect("a range");
    let given = 32 - bits.parse::<u32>().expect("a number of bits");
    assert_ne!(address(first) >> given, address(proxy) >> given, "{proxy} is among {range}");
    assert!(read("compose.yaml").contains(&format!("--proxy {proxy}")), "servers believe {proxy}");
}

#[test]
fn the_image_starts_with_words_that_the_program_understands() {
    let file = read("Dockerfile");
    let command = file.lines().find_map(|line| line.strip_prefix("CMD ")).expect("a command");
    let words: Vec<String> = serde_json::from_str(command).expect("a list of words");
    check_words(&words.join(" "));
    assert!(file.contains("ENTRYPOINT [\"regence\"]"));
}

#[test]
fn systemd_takes_the_units() {
    let folder = std::env::temp_dir().join(format!("regence-units-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["regence-serve.service", "regence-worker.service"] {
        let unit = read(&format!("systemd/{name}"));
        let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).expect("a command");
        check_words(start);
        // Whether the program is where it will be is not the question here.
        let unit = unit.replace("/usr/local/bin/regence", env!("CARGO_BIN_EXE_regence"));
        std::fs::write(folder.join(name), unit).expect("it is written");
        let verify =
            Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(folder.join(name)).output();
        match verify {
            Ok(told) => {
                let told = String::from_utf8_lossy(&told.stderr).into_owned();
                // It also tells of units of the machine.
                let ours: Vec<&str> = told.lines().filter(|line| line.contains("regence-")).collect();
                assert_eq!(ours, Vec::<&str>::new());
            }
            Err(_) => eprintln!("left out: systemd-analyze is missing"),
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
}
